export { closureStateChanged, erasureDue } from './closure-lifecycle.ts';
export { closureSetting } from './closure.settings.ts';
export { beginClosingByUs, endClosing } from './request-closure.ts';
