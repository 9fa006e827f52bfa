import { type StaffArea, type StaffLevel, staffLevels } from '@larkmere/contract/back-office/permissions';
import type { RoleDocument } from '@larkmere/contract/back-office/role';
import { formatAmount } from '@larkmere/money/money';
import { readAmountText } from '@larkmere/money/parse-amount';

export type RoleView = RoleDocument['roles'][number];
export type RoleKey = RoleView['key'];
/** New levels by role and area, and new limits by role. */
export type RoleDraft = Readonly<{
  levels: Readonly<Record<string, StaffLevel>>;
  dealMaxGBP?: string | undefined;
  releaseMaxGBP: Readonly<Partial<Record<RoleKey, string>>>;
}>;

export const emptyDraft: RoleDraft = { levels: {}, releaseMaxGBP: {} };

/** A text that is no amount leaves the field as it was. */
export function typedPounds(typed: string, before: string | undefined): string {
  if (/^\d*\.?\d*$/.test(typed)) return typed;
  const amount = readAmountText(typed, 'GBP');
  return amount ? formatAmount(amount) : (before ?? '');
}

/** An empty field changes nothing. */
export function withReleaseLimit(draft: RoleDraft, { key }: RoleView, typed: string): RoleDraft {
  const { [key]: former, ...others } = draft.releaseMaxGBP;
  const amount = typedPounds(typed, former);
  return { ...draft, releaseMaxGBP: amount ? { ...others, [key]: amount } : others };
}

export const releaseLimits = ({ releaseMaxGBP }: RoleDraft): { role: RoleKey; amount: string }[] =>
  Object.entries(releaseMaxGBP).map(([role, amount]) => ({ role: role as RoleKey, amount }));

/** Roles that may act on held payments: only for them a limit means something. */
export const releasingRoles = (roles: readonly RoleView[]): RoleView[] =>
  roles.filter((role) => ['act', 'approve'].includes(levelOf(role, 'payment_review')));
export const cellKey = (role: RoleKey, area: StaffArea): string => `${role} ${area}`;

export const levelOf = ({ permissions }: RoleView, area: StaffArea): StaffLevel => permissions[area] ?? 'none';

/** Leaves out what would be as before. */
export function withLevel(draft: RoleDraft, role: RoleView, area: StaffArea, level: StaffLevel): RoleDraft {
  const { [cellKey(role.key, area)]: _former, ...levels } = draft.levels;
  return { ...draft, levels: levelOf(role, area) === level ? levels : { ...levels, [cellKey(role.key, area)]: level } };
}

export type DraftChange = Readonly<{
  role: RoleView;
  area: StaffArea;
  from: StaffLevel;
  to: StaffLevel;
  isGain: boolean;
}>;

export const draftChanges = ({ levels }: RoleDraft, roles: readonly RoleView[]): DraftChange[] =>
  Object.entries(levels).flatMap(([key, to]) => {
    const [roleKey, area] = key.split(' ') as [RoleKey, StaffArea];
    const role = roles.find((each) => each.key === roleKey);
    if (!role) return [];
    const from = levelOf(role, area);
    return [{ role, area, from, to, isGain: staffLevels.indexOf(to) > staffLevels.indexOf(from) }];
  });
