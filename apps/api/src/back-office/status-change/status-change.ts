/**
 * The status of a customer's account as staff change it, with a reason and its history. Some changes apply at once,
 * others wait for a second person, as `back-office/status-change-rules` of the contract says. Here is who proposes and
 * decides; what a status allows is in `customers/customer`.
 */

export { statusChangeSetting } from './status-change.settings.ts';
