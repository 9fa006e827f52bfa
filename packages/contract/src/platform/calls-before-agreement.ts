import type { Endpoint } from './endpoint.ts';

/**
 * What a customer may call while a version of the terms waits: accept it, log out, keep the session while reading, and
 * stop new contact details that somebody else asked for.
 * Public calls, such as reading the terms, need no entry.
 */
export const callsBeforeAgreement: readonly string[] = [
  'POST /v1/agreement',
  'POST /v1/logout',
  'POST /v1/session/touch',
  'GET /v1/profile/contact-recovery',
  'POST /v1/profile/contact-recovery/stop',
];

export const isAllowedBeforeAgreement = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  callsBeforeAgreement.includes(`${method} ${path}`);
