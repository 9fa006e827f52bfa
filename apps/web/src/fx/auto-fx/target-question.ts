import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { checkFarTarget, type FarTarget } from '@larkmere/money/far-target';
import type { Rate } from '@larkmere/money/rate';
import { type ExistingOrder, targetRateOf } from './auto-fx-draft.ts';
import { checkTargetMet, type TargetMet } from './target-met.ts';

export type TargetQuestion = Readonly<{ met: TargetMet }> | Readonly<{ far: FarTarget; target: Rate; now: Rate }>;

/** What the customer is asked before the PIN: whether to exchange at once, or whether the target is a slip. */
export function questionAboutTarget(
  terms: AutoFxTerms,
  now: Rate | undefined,
  existing: ExistingOrder,
): TargetQuestion | undefined {
  // A paused order exchanges nothing until it is resumed; the target is checked again then.
  const met = existing?.state === 'paused' ? undefined : checkTargetMet(terms, now);
  if (met) return { met };
  const target = targetRateOf(terms);
  const far = target && now && checkFarTarget(target, now);
  return far && { far, target, now };
}
