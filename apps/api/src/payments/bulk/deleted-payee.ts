import { Refusal } from '../../platform/requests/refusal.ts';
import { formatLongDate } from '../../platform/time/format-date-time.ts';

type DeletedPayeeRow = Readonly<{ number: number; name: string; at: Date }>;

export const deletedPayeeMessage = ({ number, name, at }: DeletedPayeeRow): string =>
  `Nothing was sent for row ${number}, and its money is still yours: the payee ${name} was deleted on ${formatLongDate(at)}. Correct the row to choose a payee of yours or to add this one again, or leave the row out.`;

export const deletedPayeeRefusal = (deleted: DeletedPayeeRow): Refusal =>
  new Refusal('not_found', { message: deletedPayeeMessage(deleted) });
