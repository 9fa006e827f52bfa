import { KycResult } from '@larkmere/contract/customers/kyc-event';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { z } from 'zod';
import { callPartner, type Partner, PartnerTimeout, readJson } from '../../../platform/http/partner-client.ts';

/** Whom to check: a customer or a person of a firm, with the items that wait. */
export type VendorSubject = Readonly<{
  subject: string;
  name: string;
  dateOfBirth: string | null;
  country: string | null;
  items: readonly KycItemKey[];
}>;
export type VendorOrder = Readonly<{ checkId: string; subjects: readonly VendorSubject[] }>;

const Report = z.object({ sequence: z.int().positive(), result: KycResult });
export type VendorReport = z.infer<typeof Report>;

export type IdentityVendor = Readonly<{
  submit: (order: VendorOrder) => Promise<void>;
  enquire: (checkId: string) => Promise<VendorReport | 'pending' | 'unknown'>;
}>;

/** Repeating an order changes nothing at the vendor. Throws `PartnerTimeout` when it is unknown what the vendor did. */
export const identityVendor = (vendor: Partner): IdentityVendor => ({
  async submit(order) {
    const path = '/v1/identity-checks';
    const reply = await callPartner({ ...vendor, method: 'POST', path, body: JSON.stringify(order) });
    if (reply.status !== 202) throw new PartnerTimeout(`identity check ${order.checkId} was answered ${reply.status}`);
  },

  async enquire(checkId) {
    const reply = await callPartner({ ...vendor, method: 'GET', path: `/v1/identity-checks/${checkId}` });
    if (reply.status === 404) return 'unknown';
    if (reply.status === 204) return 'pending';
    const report = Report.safeParse(parseJson(reply.body));
    if (!report.success) throw new PartnerTimeout(`the report on identity check ${checkId} could not be understood`);
    return report.data;
  },
});

function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
