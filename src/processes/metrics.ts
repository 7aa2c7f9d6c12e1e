import { AggregatorRegistry, type Registry } from 'prom-client'
import { supervisor } from './link.ts'

/** Of all processes, summed unless a metric says otherwise; `first` is this process's own. */
export async function metricsOfAll(registry: Registry): Promise<string> {
  if (!supervisor) return registry.metrics()
  const others = (await supervisor.ask({ about: 'metrics' })) as object[]
  return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics()
}
