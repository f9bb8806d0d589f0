import express, { type Router } from 'express';
import type { ProcessMetrics } from '../telemetry/metrics/process-metrics.ts';
import { createHealthRouter } from './health.ts';
import type { HealthCheck } from './readiness.ts';
import { createMetricsRouter, type MetricsAccess } from './metrics-route.ts';

/** What machines ask that look after this process: /healthz, /readyz, /metrics. `checks` may still grow. */
export const createOperatorRouter = (
  checks: readonly HealthCheck[],
  metrics: ProcessMetrics,
  access: MetricsAccess,
): Router => express.Router().use(createHealthRouter(checks), createMetricsRouter(metrics, access));
