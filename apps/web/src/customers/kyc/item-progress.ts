import type { KycItemForm, KycItemState, KycStateView, KycStatus } from '@larkmere/contract/customers/kyc';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';

export type ItemProgress = 'todo' | 'started' | 'ready' | 'uploading' | 'in_review' | 'rejected' | 'verified';

type Item = Pick<KycItemForm, 'state' | 'isComplete' | 'answers'> & Readonly<{ documents: readonly unknown[] }>;

export function progressOf(item: Item, isUploading: boolean): ItemProgress {
  if (item.state === 'verified' || item.state === 'in_review') return item.state;
  if (isUploading) return 'uploading';
  if (item.isComplete) return 'ready';
  if (item.state === 'rejected') return 'rejected';
  return isStarted(item) ? 'started' : 'todo';
}

const isStarted = ({ answers, documents }: Pick<Item, 'answers' | 'documents'>): boolean =>
  documents.length > 0 || Object.values(answers).some((answer) => answer != null);

type Step = Readonly<{ key: KycItemKey; state: KycItemState; isComplete: boolean }>;

export const needsCustomer = ({ state, isComplete }: Omit<Step, 'key'>): boolean =>
  !isComplete && (state === 'not_provided' || state === 'rejected');

/** The item that is open unless the customer chose another: what was refused comes first. */
export function itemToOpen(items: readonly Step[]): KycItemKey | undefined {
  const waiting = items.filter(needsCustomer);
  return (waiting.find(({ state }) => state === 'rejected') ?? waiting[0])?.key;
}

/** Before anything is sent, what is ready counts; afterwards what we have. */
export function countSteps(status: KycStatus, items: readonly Step[]): { isSent: boolean; done: number } {
  const isSent = !['not_started', 'in_progress', 'expired'].includes(status);
  const done = items.filter(
    ({ state, isComplete }) => state === 'verified' || state === 'in_review' || (!isSent && isComplete),
  ).length;
  return { isSent, done };
}

/** The reason of a refusal: the first sentence names the fault, the others the remedy. */
export function splitReason(reason: string): { fault: string; remedy: string } {
  const end = reason.search(/[.!?]\s/);
  if (end < 0) return { fault: reason.replace(/\.$/, ''), remedy: '' };
  return { fault: reason.slice(0, end), remedy: reason.slice(end + 1).trim() };
}

/** The account works; some details must be confirmed again. */
export const isRefreshDue = ({ status, requirements }: Pick<KycStateView, 'status' | 'requirements'>): boolean =>
  status === 'approved' && requirements.some(({ state }) => state === 'not_provided' || state === 'rejected');
