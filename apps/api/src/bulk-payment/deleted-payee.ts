import { dayText } from '../kernel/moment-text.ts';
import { Refusal } from '../kernel/refusal.ts';

type Deleted = Readonly<{ number: number; name: string; at: Date }>;

export const deletedText = ({ number, name, at }: Deleted): string =>
  `Nothing was sent for row ${number}, and its money is still yours: the payee ${name} was deleted on ${dayText(at)}. Correct the row to choose a payee of yours or to add this one again, or leave the row out.`;

export const payeeDeleted = (deleted: Deleted): Refusal => new Refusal('not_found', { message: deletedText(deleted) });
