// The rules: a choice shows at once.
const form = document.querySelector(".rules-choice");
form.addEventListener("change", () => form.requestSubmit());
form.classList.add("rules-choice--live");
