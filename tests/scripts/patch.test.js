// @ts-check
// What a JSON Patch makes of a document: what it does not touch stays the same object.

import assert from "node:assert/strict";
import { test } from "node:test";
import { patched } from "../../src/parure/server/web/static/table/patch.js";

/** @type {any} */
const before = { version: 1, seats: [{ name: "Ann" }, { name: "Ben" }], log: [1, 2], "a/b": { "~c": 1 } };

test("values are added, replaced and removed", () => {
  assert.deepEqual(patched(before, [{ op: "replace", path: "/version", value: 2 }]).version, 2);
  assert.deepEqual(patched(before, [{ op: "add", path: "/result", value: { winners: [] } }]).result, {
    winners: [],
  });
  assert(!("version" in patched(before, [{ op: "remove", path: "/version" }])));
});

test("an array grows at its end, changes inside and loses what is removed", () => {
  assert.deepEqual(patched(before, [{ op: "add", path: "/log/-", value: 3 }]).log, [1, 2, 3]);
  assert.deepEqual(patched(before, [{ op: "replace", path: "/log/0", value: 9 }]).log, [9, 2]);
  assert.deepEqual(patched(before, [{ op: "remove", path: "/log/0" }]).log, [2]);
  assert.equal(
    patched(before, [{ op: "replace", path: "/seats/1/name", value: "Cleo" }]).seats[1].name,
    "Cleo",
  );
});

test("names with slashes and tildes are found", () => {
  assert.deepEqual(patched(before, [{ op: "replace", path: "/a~1b/~0c", value: 2 }])["a/b"], { "~c": 2 });
});

test("operations follow each other", () => {
  const log = patched(before, [
    { op: "remove", path: "/log/1" },
    { op: "add", path: "/log/-", value: 5 },
    { op: "add", path: "/log/-", value: 6 },
  ]).log;
  assert.deepEqual(log, [1, 5, 6]);
  assert.equal(patched(before, []), before);
  assert.deepEqual(patched(before, [{ op: "replace", path: "", value: { version: 3 } }]), { version: 3 });
});

test("the document before it stays, and what is not touched stays the same", () => {
  const copy = structuredClone(before);
  const after = patched(before, [{ op: "replace", path: "/seats/0/name", value: "Ann 2" }]);
  assert.deepEqual(before, copy);
  assert.equal(after.log, before.log);
  assert.equal(after.seats[1], before.seats[1]);
  assert.notEqual(after.seats, before.seats);
});
