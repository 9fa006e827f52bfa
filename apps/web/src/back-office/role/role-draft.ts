import { type StaffArea, type StaffLevel, staffLevels } from '@larkmere/contract/back-office/permissions';
import type { RoleDocument } from '@larkmere/contract/back-office/role';

export type RoleView = RoleDocument['roles'][number];
export type RoleKey = RoleView['key'];
/** New levels by role and area, and the new limit of dealers. */
export type RoleDraft = Readonly<{ levels: Readonly<Record<string, StaffLevel>>; dealMaxGBP?: string | undefined }>;

export const emptyDraft: RoleDraft = { levels: {} };
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
