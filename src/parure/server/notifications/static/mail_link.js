// @ts-check
// The page of a link in an email: opening it is enough.

import { byId } from "../../web/static/dom.js";

byId("mail-link", HTMLFormElement).requestSubmit();
