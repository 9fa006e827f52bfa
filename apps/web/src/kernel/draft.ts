import { useRef, useState } from 'react';

const prefix = 'draft:';

/**
 * An unsent form that survives a reload of this tab, with the idempotency key that belongs to it; never a PIN or a
 * password. `owner` is the signed-in customer, so that nobody finds another one's form.
 */
export function useDraft<Draft>(owner: string, name: string, make: () => Draft) {
  const key = `${prefix}${owner}:${name}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(key) ?? make());
  const newest = useRef(draft);
  const set = (next: Draft) => {
    newest.current = next;
    setDraft(next);
  };
  const keep = (next: Draft) => {
    set(next);
    writeDraft(key, next);
  };
  /** A change by something that took its time: what was typed meanwhile stays. */
  const amend = (change: (now: Draft) => Draft) => keep(change(newest.current));
  /** After a definite answer: the next form is a fresh one with a fresh key. */
  const renew = () => {
    removeDraft(key);
    set(make());
  };
  return { draft, keep, amend, renew };
}

function readDraft<Draft>(key: string): Draft | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as Draft);
  } catch {
    return undefined;
  }
}

function writeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: the form still works, it only does not survive a reload.
  }
}

const removeDraft = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
};

/** Forgets every unsent form, as a customer who logs out expects. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to forget.
  }
}
