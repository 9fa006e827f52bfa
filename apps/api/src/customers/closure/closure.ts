export { beginClosingByUs, endClosing } from './close-by-us.ts';
export { closureSetting } from './closure.settings.ts';
export { type ClosureStateChange, closureStateChanged, erasureDue } from './closure-events.ts';
