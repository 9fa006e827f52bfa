type Limits = Readonly<{
  perOwner: number;
  total: number;
}>;

type OwnerShare<Holder> = { size: number; readonly holders: Map<Holder, number> };

export type Quota<Holder extends object> = Readonly<{
  add: (holder: Holder, owner: string | undefined, size?: number) => void;
  remove: (holder: Holder) => void;
  evictOne: () => boolean;
  size: () => number;
}>;

/**
 * Shares a scarce resource between owners. Beyond a limit it evicts the oldest holder of the largest owner, so small
 * owners lose nothing to large ones.
 */
export function createQuota<Holder extends object>(
  { perOwner, total }: Limits,
  evict: (holder: Holder) => void,
): Quota<Holder> {
  const shares = new Map<string | undefined, OwnerShare<Holder>>();
  const owners = new Map<Holder, string | undefined>();
  let used = 0;

  const remove = (holder: Holder): void => {
    const owner = owners.get(holder);
    const share = shares.get(owner);
    if (!owners.delete(holder) || !share) return;
    const size = share.holders.get(holder) ?? 0;
    share.holders.delete(holder);
    share.size -= size;
    used -= size;
    if (share.holders.size === 0) shares.delete(owner);
  };
  const evictOldest = (share: OwnerShare<Holder> | undefined): boolean => {
    const [oldest] = share?.holders.keys() ?? [];
    if (!oldest) return false;
    remove(oldest);
    evict(oldest);
    return true;
  };
  const evictOne = (): boolean => evictOldest(findLargestShare(shares.values()));

  return {
    add: (holder, owner, size = 1) => {
      remove(holder);
      const share = shares.get(owner) ?? { size: 0, holders: new Map() };
      shares.set(owner, share);
      owners.set(holder, owner);
      share.holders.set(holder, size);
      share.size += size;
      used += size;
      while (owner !== undefined && share.size > perOwner) evictOldest(share);
      while (used > total) evictOne();
    },
    remove,
    evictOne,
    size: () => used,
  };
}

function findLargestShare<Holder>(shares: Iterable<OwnerShare<Holder>>): OwnerShare<Holder> | undefined {
  let found: OwnerShare<Holder> | undefined;
  for (const share of shares) if (!found || share.size > found.size) found = share;
  return found;
}
