export { statusChangeSetting } from './status-change.settings.ts';
