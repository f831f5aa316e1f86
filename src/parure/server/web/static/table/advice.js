// A suggestion: the move is ringed on the table, the reason stands where the log is.

let doing = null;

export function hideAdvice() {
  document.getElementById("advice").hidden = true;
  for (const one of document.querySelectorAll(".is-hinted")) {
    one.classList.remove("is-hinted");
    delete one.dataset.hint;
  }
}

/** Show what the server suggests: `{version, move, title, html, things}`. */
export function advise(answer, act) {
  hideAdvice();
  const panel = document.getElementById("advice");
  document.getElementById("advice-title").textContent = answer.title;
  document.getElementById("advice-body").innerHTML = answer.html;
  doing = () => act(answer.move, answer.title);
  for (const thing of answer.things) {
    const one = document.getElementById(thing);
    if (!one) continue;
    one.classList.add("is-hinted");
    one.dataset.hint = panel.dataset.hint;
  }
  panel.hidden = false;
  document.getElementById("advice-do").focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#advice-close")) {
    hideAdvice();
    document.getElementById("hint")?.focus();
  }
  if (event.target.closest("#advice-do")) {
    hideAdvice();
    doing?.();
  }
});
