export { permissionsOfRole } from './role.sql.ts';
