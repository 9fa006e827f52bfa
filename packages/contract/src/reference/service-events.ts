/** Without schemas, so that the browser can list them. */
export const eventKinds = ['maintenance', 'incident', 'cutoff', 'holiday', 'limit'] as const;
/** `queue`: orders are accepted and wait, with their money held, until the event ends. */
export const eventModes = ['off', 'read_only', 'queue', 'notice'] as const;
export const eventAudiences = ['all', 'plus', 'wallet', 'customers'] as const;
export const matrixModes = ['on', 'off', 'read_only'] as const;

/** Services whose orders can wait before they are handed over: the payments that go to a bank. */
export const queueableServices: readonly string[] = [
  'payment.gbp',
  'payment.eur',
  'payment.thb',
  'payment.swift',
  'payment.fedwire',
  'payment.local',
];
