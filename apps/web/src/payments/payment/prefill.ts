import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';

type EarlierPayment = Reply<typeof contract.payment.prefill>;

/** Form values from an earlier payment; a returned draft also keeps its date and end-to-end id. */
export function prefillFrom({
  sourceBankholderId: source,
  amount,
  reference,
  scheme,
  regulatoryInformation: words,
  draft,
}: EarlierPayment) {
  const regulatoryInfo = Object.fromEntries(Object.entries(words).filter(([, word]) => word !== null));
  const same = { source, amount, reference, scheme, regulatoryInfo };
  if (!draft) return same;
  const { uid: draftUid, executionDate, endToEndId } = draft;
  return {
    ...same,
    draftUid,
    ...(executionDate && { when: 'later' as const, day: executionDate }),
    ...(endToEndId && { endToEndId }),
  };
}
