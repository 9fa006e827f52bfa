import { type RestrictionCode, restrictions } from '@larkmere/contract/platform/restriction';
import { message } from '@larkmere/messages/message';
import { Refusal } from './refusal.ts';

export const accountRestricted = (reasonCode: RestrictionCode): Refusal =>
  new Refusal('account_restricted', { reason: message(restrictions[reasonCode]), data: { reasonCode } });
