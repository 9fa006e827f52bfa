import type { HolidayCoverage } from '@larkmere/contract/payments/arrival';
import type { PriceView } from '@larkmere/contract/payments/payment';

export const viewArrival = ({
  earliest,
  latest,
  daysOff,
}: Readonly<{ earliest: Date; latest: Date; daysOff: HolidayCoverage }>): PriceView['arrival'] => ({
  earliest: earliest.toISOString(),
  latest: latest.toISOString(),
  holidayCoverage: daysOff,
});
