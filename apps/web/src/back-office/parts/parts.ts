export { downloadStaffFile } from './download-staff-file.ts';
export { StaffTable } from './StaffTable.tsx';
export { staffKeys, staffPaths } from './staff-addresses.ts';
export { canOpenPage, toStaffVisitor } from './staff-visitor.ts';
