// @ts-check
// What scripts look for when they are loaded, where there is no page: its language, and what lit-html makes first.

const documentElement = { lang: "en" };
Object.assign(globalThis, { document: { documentElement, createTreeWalker: () => ({}) } });
