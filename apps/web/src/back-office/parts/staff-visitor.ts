import {
  type AnyRight,
  admits,
  type StaffPermissions,
  type StaffRight,
  staffScreens,
} from '@larkmere/contract/back-office/permissions';
import { findScreen } from '../../platform/navigation/guards.ts';

const rights = new Map<string, StaffRight | AnyRight | null>(Object.entries(staffScreens));

export const canOpenPage = (permissions: StaffPermissions, path: string): boolean => {
  const right = rights.get(path);
  return right === null || (right !== undefined && admits(permissions, right));
};

/** The same of a whole address, such as that of one customer. */
export const canOpenAddress = (permissions: StaffPermissions, address: string): boolean => {
  const screen = findScreen(address);
  return screen !== undefined && canOpenPage(permissions, screen.path);
};

type StaffVisitor = Readonly<{ canOpen: (screenPath: string) => boolean; home: string }>;

/** Roles without customers start at the first page that they may open. */
export const toStaffVisitor = (permissions: StaffPermissions): StaffVisitor => ({
  canOpen: (path) => canOpenPage(permissions, path),
  home: [...rights.keys()].find((path) => !path.includes('{') && canOpenPage(permissions, path)) ?? '/403',
});
