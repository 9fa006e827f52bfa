import { useRef, useState } from 'react';
import { storagePrefix } from './draft-storage.ts';

/**
 * An unsent form that survives a reload of this tab, with its idempotency key; never a PIN or a password. `owner` is
 * the signed-in customer, so that another customer does not find the form.
 */
export function useDraft<Draft extends object>(owner: string, name: string, make: () => Draft) {
  const key = `${storagePrefix}${owner}:${name}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...make(), ...readDraft<Draft>(key) }));
  const newest = useRef(draft);
  const set = (next: Draft) => {
    newest.current = next;
    setDraft(next);
  };
  const keep = (next: Draft) => {
    set(next);
    writeDraft(key, next);
  };
  /** For changes that finish later: keeps what was typed in the meantime. */
  const amend = (change: (now: Draft) => Draft) => keep(change(newest.current));
  /** Call after a definite answer: the next form gets a new idempotency key. */
  const renew = () => {
    removeDraft(key);
    set(make());
  };
  return { draft, keep, amend, renew };
}

/** For a form that is opened with what another page knows. */
export const storeDraft = (owner: string, name: string, draft: object): void =>
  writeDraft(`${storagePrefix}${owner}:${name}`, draft);

/** Puts what is stored under one name, changed, under another one; `change` answers undefined to leave it. */
export function copyDraft<Draft>(
  owner: string,
  from: string,
  to: string,
  change: (draft: Draft) => Draft | undefined,
): void {
  const stored = readDraft<Draft>(`${storagePrefix}${owner}:${from}`);
  const changed = stored && change(stored);
  if (changed === undefined) return;
  writeDraft(`${storagePrefix}${owner}:${to}`, changed);
  removeDraft(`${storagePrefix}${owner}:${from}`);
}

/** What was kept under names that begin so, by the rest of the name. */
export function listDrafts<Draft>(owner: string, beginning: string): (readonly [rest: string, draft: Draft])[] {
  const prefix = `${storagePrefix}${owner}:${beginning}`;
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const draft = readDraft<Draft>(key);
        return draft ? [[key.slice(prefix.length), draft] as const] : [];
      });
  } catch {
    return [];
  }
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
    // Storage is blocked or full: the form still works but does not survive a reload.
  }
}

const removeDraft = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
};
