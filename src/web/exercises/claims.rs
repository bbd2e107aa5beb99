//! Codes that were handed in, and what they prove.

use crate::web::controls::value_of;
use crate::web::sight::Sight;
use schedscope_state::exercises::Claim;
use schedscope_state::format;
use yew::prelude::*;

/// A field for codes, and a line for each.
pub fn claims(label: &str, typed: &str, claims: &[Claim], tell: &Callback<String>) -> Html {
    let oninput = tell.reform(|event: InputEvent| value_of(&event));
    let right = claims.iter().filter(|claim| claim.counts()).count();
    let row = |(i, claim): (usize, &Claim)| {
        let class = if claim.counts() { "right" } else { "not" };
        html! {
            <tr key={i} class={class}>
                <th scope="row">{ if claim.name.is_empty() { "–".to_owned() } else { claim.name.clone() } }</th>
                <td><code>{ claim.code.clone() }</code></td>
                <td class="claim-said">{ claim.verdict() }</td>
            </tr>
        }
    };
    html! {
        <div class="claims">
            <label class="small" for="claims">{ label.to_owned() }</label>
            <textarea id="claims" rows="4" spellcheck="false" autocomplete="off" placeholder={"Ada Lovelace 650G-FVE5\nGrace Hopper 6FNA-34ZY"} value={typed.to_owned()} {oninput} />
            <p id="claims-score" class="outcome" role="status">{ (!claims.is_empty()).then(|| format!("{right} of {} right", format::counted(claims.len() as u64, "line", "lines"))) }</p>
            if !claims.is_empty() {
                <table id="claims-found"><tbody>{ for claims.iter().enumerate().map(row) }</tbody></table>
            }
            <Sight from="#claims" to=".claims table" what={typed.to_owned()} />
        </div>
    }
}
