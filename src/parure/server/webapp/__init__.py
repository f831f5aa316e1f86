"""The pages as an app: its manifest and icons, and the service worker that keeps what was opened.

`static/service_worker.js` runs in the browser without a page and decides what comes from the network and
what from its cache; `static/app.js` is what every page does for it.
"""
