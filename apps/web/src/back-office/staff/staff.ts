export { EnrolStaffCode } from './EnrolStaffCode.tsx';
