/** Calls over time, drawn by uPlot. The same figures stand in a table for whoever does not see the drawing. */

import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface Series {
  readonly label: string
  /** A custom property of the style sheet. */
  readonly colour: string
  readonly values: readonly number[]
}

interface ChartProps {
  readonly label: string
  readonly days: readonly string[]
  readonly series: readonly Series[]
}

const day = 86_400
const two = (number: number): string => String(number).padStart(2, '0')

const date = (seconds: number): string => {
  const at = new Date(seconds * 1000)
  return `${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export const Chart = ({ label, days, series }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (current === null || days.length === 0) return
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string): string => style.getPropertyValue(name).trim()
    const times = days.map(name => Date.parse(`${name}T12:00:00`) / 1000)
    const axis = { stroke: colour('--faint'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') } }
    const bars = uPlot.paths.bars?.({ size: [0.7, 48], align: 0 })
    // As many days as there is room for, each under its own bar.
    const ticks = (): number[] => {
      const step = Math.max(1, Math.ceil((days.length * 56) / Math.max(1, current.clientWidth - 60)))
      return times.filter((_time, i) => (times.length - 1 - i) % step === 0)
    }
    const draw = (): uPlot =>
      new uPlot(
        {
          width: current.clientWidth,
          height: 200,
          cursor: { drag: { x: false, y: false } },
          legend: { live: true },
          axes: [
            {
              ...axis,
              space: 56,
              incrs: [1, 2, 7, 14, 30, 90].map(count => count * day),
              splits: () => ticks(),
              values: (_chart, at) => at.map(date),
            },
            { ...axis, size: 48, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000, 100_000] },
          ],
          scales: {
            x: { range: (_chart, least, most) => [least - day / 2, most + day / 2] },
            y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] },
          },
          series: [
            { label: 'day', value: (_chart, at) => (at === null ? 'point at a day' : date(at)) },
            ...series.map(one => ({
              label: one.label,
              value: (_chart: uPlot, value: number | null) => (value === null ? '' : value.toLocaleString('en')),
              stroke: colour(one.colour),
              fill: colour(one.colour),
              points: { show: false },
              ...(bars && { paths: bars }),
            })),
          ],
        },
        [times, ...series.map(({ values }) => [...values])],
        current,
      )
    let chart = draw()
    const again = (): void => {
      chart.destroy()
      chart = draw()
    }
    const size = new ResizeObserver(() => chart.setSize({ width: current.clientWidth, height: 200 }))
    size.observe(current)
    // The colours are those of the theme at the moment of drawing.
    const theme = new MutationObserver(again)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', again)
    return () => {
      size.disconnect()
      theme.disconnect()
      system.removeEventListener('change', again)
      chart.destroy()
    }
  }, [days, series])
  return (
    <>
      <div class="chart" ref={place} role="img" aria-label={label} />
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">day</th>
              {series.map(one => (
                <th scope="col" class="number" key={one.label}>
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((name, i) => (
              <tr key={name}>
                <td>{name}</td>
                {series.map(one => (
                  <td class="number" key={one.label}>
                    {one.values[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
