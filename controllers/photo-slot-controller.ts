import { Controller } from '@hotwired/stimulus'

/** Shows the photo chosen in a file field, and takes it out again. Drawn, since our CSP allows no blob: pictures. */
export default class extends Controller<HTMLElement> {
  static override targets = ['input', 'preview', 'name', 'remove', 'problem']
  static override values = { most: Number }
  declare readonly inputTarget: HTMLInputElement
  declare readonly previewTarget: HTMLCanvasElement
  declare readonly nameTarget: HTMLElement
  declare readonly removeTarget: HTMLButtonElement
  declare readonly problemTarget: HTMLElement
  /** In bytes. The shop refuses the whole form over one that is larger, and then all photos have to be chosen again. */
  declare readonly mostValue: number

  override connect() {
    this.element.classList.add('photo-slot--live')
    void this.show() // the browser may have kept a file over a reload
  }

  async show() {
    const chosen = this.inputTarget.files?.[0]
    const isTooLarge = chosen !== undefined && chosen.size > this.mostValue
    if (isTooLarge) this.inputTarget.value = ''
    this.problemTarget.hidden = !isTooLarge
    const file = isTooLarge ? undefined : chosen
    this.nameTarget.textContent = file?.name ?? this.nameTarget.dataset.empty ?? ''
    this.removeTarget.hidden = !file
    this.previewTarget.hidden = true
    if (!file) return
    const picture = await createImageBitmap(file).catch(() => null) // the shop says what it can't read
    if (picture && this.inputTarget.files?.[0] === file) this.draw(picture)
    picture?.close()
  }

  remove() {
    this.inputTarget.value = ''
    this.inputTarget.focus()
    void this.show()
  }

  private draw(picture: ImageBitmap) {
    const { width, height } = this.previewTarget
    const scale = Math.max(width / picture.width, height / picture.height)
    const [wide, high] = [picture.width * scale, picture.height * scale]
    const canvas = this.previewTarget.getContext('2d')
    canvas?.clearRect(0, 0, width, height)
    canvas?.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high)
    this.previewTarget.hidden = false
  }
}
