import { allows, type StaffPermissions, type StaffRight } from './permissions.ts';

/**
 * Who reads what would tip a customer off: compliance, the MLRO and, as everything, the auditor (product.md D2, D12).
 * The database says which rows it is (`platform.is_confidential` and its siblings), and every read asks both.
 */
const confidentialRight: StaffRight = ['screening_hits', 'view'];

export const maySeeConfidential = (permissions: StaffPermissions): boolean => allows(permissions, confidentialRight);
