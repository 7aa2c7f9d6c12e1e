export { requestRoutes as routes } from './request-routes.tsx'
