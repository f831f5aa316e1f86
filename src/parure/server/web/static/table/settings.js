// What a player has chosen, kept in the browser; and the signs that it is their turn.

const KEY = "parure-settings";
const chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");
let audio = null;

export const setting = (name) => Boolean(chosen[name]);

function apply() {
  document.documentElement.toggleAttribute("data-letters", setting("letters"));
}

async function change(name, on) {
  if (name === "notify" && on && (await Notification?.requestPermission?.()) !== "granted") on = false;
  if (name === "sound" && on) chime();
  chosen[name] = on;
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
  return on;
}

/** Two soft tones. */
function chime() {
  audio ??= new AudioContext();
  [660, 880].forEach((pitch, index) => {
    const start = audio.currentTime + index * 0.14;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}

/** Say by sound and notification, where wanted, that it is this player's turn. */
export function turnSignal() {
  if (setting("sound")) chime();
  if (setting("notify") && document.hidden && Notification?.permission === "granted") {
    const { title, table } = document.getElementById("table").dataset;
    const note = new Notification(`Parure: ${title}`, { tag: table });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}

export function bindSettings() {
  apply();
  for (const box of document.querySelectorAll("[data-setting]")) {
    box.checked = setting(box.dataset.setting);
    box.addEventListener("change", async () => {
      box.checked = await change(box.dataset.setting, box.checked);
    });
  }
}
