import type { AccessRequestView, AccessTerms } from '@larkmere/contract/customers/access-request';
import { accessKeys } from '@larkmere/contract/platform/access';
import type { RequestContent, RequestRow } from './access-request.sql.ts';

export const viewAccessRequest = (row: RequestRow): Omit<AccessRequestView, 'canDecide'> => ({
  uid: row.id,
  userUid: row.membershipId,
  ...row.content.person,
  before: row.content.before && viewTerms(row.content.before),
  after: viewTerms(row.content.after),
  digest: row.digest,
  state: row.state,
  reason: row.reason,
  preparedAt: row.preparedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  takesEffectAt: row.takesEffectAt?.toISOString() ?? null,
});

const viewTerms = ({ access, ...terms }: NonNullable<RequestContent['before']>): AccessTerms => ({
  ...terms,
  state: terms.state as AccessTerms['state'],
  accessRole: Object.fromEntries(accessKeys.map((key) => [key, access.includes(key)])) as AccessTerms['accessRole'],
});
