export { apiLogSetting } from './api-log.settings.ts';
