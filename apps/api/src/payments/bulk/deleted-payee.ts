import { type Message, message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import { londonDay } from '../../platform/time/london-day.ts';

type DeletedPayeeRow = Readonly<{ number: number; name: string; at: Date }>;

export const deletedPayeeReason = ({ number, name, at }: DeletedPayeeRow): Message =>
  message('bulk_row_payee_deleted', { row: number, payeeName: name, deletedOn: londonDay(at) });

export const deletedPayeeRefusal = (deleted: DeletedPayeeRow): Refusal =>
  new Refusal('not_found', { reason: deletedPayeeReason(deleted) });
