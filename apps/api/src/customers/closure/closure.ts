/**
 * The closing of an account: asked for by an owner, or given notice of by us.
 * It waits while something is unfinished (`blocked`), then for the money to leave (`closing`).
 * After closing, personal data is erased in two steps, as the law allows.
 */
export { closureSetting } from './closure.settings.ts';
export { closureStateChanged, erasureDue } from './closure-lifecycle.ts';
export { beginClosingByUs, endClosing } from './request-closure.ts';
