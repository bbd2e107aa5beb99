use schedscope_engine::theory::*;
use std::time::Instant;
fn main() {
    for k in [0.25, 1.0, 4.0] {
        for sigma in [0.05, 0.25, 0.5, 1.0, 4.0] {
            let law = SizeLaw::weibull(k).unwrap();
            let t = Instant::now();
            let table = GittinsTable::build(&law, sigma, 0.1).unwrap();
            println!("{k} {sigma}: {:?} {} bytes", t.elapsed(), table.bytes());
        }
    }
    let table = GittinsTable::build(&SizeLaw::weibull(0.25).unwrap(), 0.5, 0.1).unwrap();
    let t = Instant::now();
    let mut s = 0.0;
    for i in 0..1_000_000 {
        s += table.rank(1.0 + i as f64 * 1e-6, i as f64 * 1e-5);
    }
    println!("{:?} {s}", t.elapsed());
}
