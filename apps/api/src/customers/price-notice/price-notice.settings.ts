import { UserType } from '@larkmere/contract/identity/session';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting.ts';

/** How many months before a price rises its customers are informed, and how many days the approval may take. */
export const noticeRule = defineSetting({
  table: 'price_notice.rule',
  key: { tier: UserType },
  values: { noticeMonths: z.int().min(2).max(12), approvalDays: z.int().min(0).max(60) },
});
