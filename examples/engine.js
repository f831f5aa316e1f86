// A complete engine in JavaScript, for Deno:
//
//     parure arena "deno run examples/engine.js" random
//
// It buys the first card it can, and otherwise plays the first legal move: replace `choose` with something better.
// docs/formats/engine.md describes the messages.

/** Return one of the legal moves. */
function choose(_view, _seat, moves) {
  return moves.find((move) => move.startsWith("buy")) ?? moves[0];
}

/** Write a message. */
function say(type, content = {}) {
  console.log(JSON.stringify({ type, ...content }));
}

let position = null;
let thinkingAbout = null;

function answer(message) {
  if (message.type === "hello") {
    say("ready", { loupe: 1, name: "First card", author: "You" });
  } else if (message.type === "options") {
    say("ready");
  } else if (message.type === "position") {
    position = message;
  } else if (message.type === "go") {
    const move = choose(position.view, position.seat, message.moves);
    if (message.infinite) {
      thinkingAbout = move;
    } else {
      say("best", { move });
    }
  } else if (message.type === "stop" && thinkingAbout !== null) {
    say("best", { move: thinkingAbout });
    thinkingAbout = null;
  } else if (message.type === "quit") {
    Deno.exit();
  }
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    answer(JSON.parse(line));
  }
}
