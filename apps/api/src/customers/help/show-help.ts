import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { formatTime } from '../../platform/time/format-date.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { selectClosedDays } from './help.read.ts';
import { type DayHours, findOpening } from './opening-hours.ts';

export type SupportDetails = Readonly<{
  telephone: string;
  emergencyTelephone: string;
  email: string;
  hours: readonly DayHours[];
  answerHours: number;
  complaintDays: number;
}>;

export const showHelp =
  (support: SupportDetails): Verb<typeof contract.help.show> =>
  async ({ tx, now }) => {
    const day = londonDay(now);
    const opening = findOpening(support.hours, { day, time: formatTime(now) }, await selectClosedDays(tx, day));
    return { ...support, hours: [...support.hours], ...opening };
  };
