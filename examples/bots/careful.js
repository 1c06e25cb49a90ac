// A bot in JavaScript: looks at one imagined world and takes the option that turned out best.
//
// starhall simulate cassiopeia --games 2 --bots "run:node examples/bots/careful.js",random

const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => console.log(JSON.stringify(message));

let options = []; // on offer now
let values = []; // what was found of them so far

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "over") process.exit(0);
  if (message.type === "choose") {
    options = message.options;
    values = [];
  } else if (message.type === "tried") {
    values.push(message.value ?? 0);
  } else {
    return; // hello: nothing to answer
  }
  if (values.length < options.length) {
    say({ try: options[values.length].number, world: 0 });
  } else {
    say({ choose: options[values.indexOf(Math.max(...values))].number });
  }
});
