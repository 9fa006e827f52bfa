import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';

export const staffNotSignedIn = (): Refusal => new Refusal('not_signed_in', { reason: message('staff_not_signed_in') });
