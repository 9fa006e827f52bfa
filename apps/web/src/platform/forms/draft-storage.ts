/** Of the names under which unsent forms are stored in a tab. */
export const storagePrefix = 'draft:';

/** Reads the drafts of this tab, and answers how to put them back after its storage was cleared. */
export function holdDrafts(): () => void {
  try {
    const held = Object.entries(sessionStorage).filter(([key]) => key.startsWith(storagePrefix));
    return () => {
      for (const [key, value] of held) sessionStorage.setItem(key, value);
    };
  } catch {
    return () => {};
  }
}

export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(storagePrefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}
