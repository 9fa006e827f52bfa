import {
  allows,
  type StaffPermissions,
  type StaffRight,
  staffScreens,
} from '@larkmere/contract/back-office/permissions';
import type { StaffVisitor } from '../../platform/navigation/guards.ts';

const rights = new Map<string, StaffRight>(Object.entries(staffScreens));

export const canOpenPage = (permissions: StaffPermissions, path: string): boolean => {
  const right = rights.get(path);
  return right !== undefined && allows(permissions, right);
};

/** Roles without customers start at the first page that they may open. */
export const toStaffVisitor = (permissions: StaffPermissions): StaffVisitor => ({
  canOpen: (path) => canOpenPage(permissions, path),
  home: [...rights.keys()].find((path) => !path.includes('{') && canOpenPage(permissions, path)) ?? '/403',
});
