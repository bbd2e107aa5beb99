// Before anything is painted: the theme that was chosen, and whether the address leads to what stands on the page before the program runs.
const root = document.documentElement;
try {
  const asked = new URLSearchParams(location.search).get("theme");
  const theme = ["light", "dark"].find((known) => known === (asked ?? localStorage.getItem("schedscope.theme")));
  if (theme) root.dataset.theme = theme;
} catch {}
if (["", "#", "#watch"].includes(location.hash)) root.dataset.opening = "";
