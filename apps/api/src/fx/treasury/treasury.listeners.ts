import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { Partner } from '../../platform/http/partner-client.ts';
import { executeCover } from './cover-position.ts';
import { coverBank } from './rails/cover-bank.ts';
import { coverRequested } from './treasury.ts';

export const treasuryListeners = (bank: Partner): Subscription[] => [
  externalHandler(coverRequested, 'execute-cover', executeCover(coverBank(bank))),
];
