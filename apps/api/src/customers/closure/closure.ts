export { closureStateChanged, erasureDue } from './change-closure-state.ts';
export { closureSetting } from './closure.settings.ts';
export { beginClosingByUs, endClosing } from './request-closure.ts';
