/**
 * The log of calls: every request to our API, and every call of ours to a partner, searchable by staff for as long as
 * `apiLogSetting` keeps it. A call to a partner that had no answer can be made again; a resend that may move money
 * takes two people.
 */

export { apiLogSetting } from './api-log.settings.ts';
