/** Judge pages with html-validate: `{name: html}` comes in, a line for each finding goes out. */

import { HtmlValidate, StaticConfigLoader } from "html-validate";

/** @type {import("html-validate").RuleConfig} */
const rules = {
  // Jinja leaves the spaces before what it takes out.
  "no-trailing-whitespace": "off",
  // A browser writes `hidden=""` for `hidden`.
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  // Ticked boxes of one name are sent as a list.
  "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
};

/** @type {Record<string, string>} */
const pages = await new Response(Deno.stdin.readable).json();
const judge = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:recommended"], rules }));
for (const [name, html] of Object.entries(pages)) {
  const report = await judge.validateString(html, name);
  for (const { messages } of report.results) {
    for (const { ruleId, message, selector, line } of messages) {
      console.log(`${name}:${line}: ${ruleId}: ${message} (${selector})`);
    }
  }
}
