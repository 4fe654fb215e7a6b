{{/*
Merges the value `patch` into the value `base`, and returns `{"value": …}` as JSON. Objects are merged by key. Lists of objects are
merged by `name`, or by `mountPath` for volume mounts: an element with the same name is patched, others are appended. Everything
else is replaced.
*/}}
{{- define "tinsel.patched" -}}
{{- $base := .base -}}
{{- $patch := .patch -}}
{{- if and (kindIs "map" $base) (kindIs "map" $patch) -}}
{{- $merged := dict -}}
{{- range $key, $value := $base -}}{{- $_ := set $merged $key $value -}}{{- end -}}
{{- range $key, $value := $patch -}}
{{- if hasKey $base $key -}}
{{- $value = (include "tinsel.patched" (dict "base" (index $base $key) "patch" $value) | fromJson).value -}}
{{- end -}}
{{- $_ := set $merged $key $value -}}
{{- end -}}
{{- dict "value" $merged | toJson -}}
{{- else if and (kindIs "slice" $base) (kindIs "slice" $patch) $base $patch (kindIs "map" (first $base)) (kindIs "map" (first $patch)) -}}
{{- $by := "name" -}}
{{- if hasKey (first $base) "mountPath" -}}{{- $by = "mountPath" -}}{{- end -}}
{{- $merged := list -}}
{{- $names := list -}}
{{- range $element := $base -}}
{{- $names = append $names (get $element $by) -}}
{{- range $other := $patch -}}
{{- if and (get $element $by) (eq (get $element $by) (get $other $by)) -}}
{{- $element = (include "tinsel.patched" (dict "base" $element "patch" $other) | fromJson).value -}}
{{- end -}}
{{- end -}}
{{- $merged = append $merged $element -}}
{{- end -}}
{{- range $other := $patch -}}
{{- if not (and (get $other $by) (has (get $other $by) $names)) -}}{{- $merged = append $merged $other -}}{{- end -}}
{{- end -}}
{{- dict "value" $merged | toJson -}}
{{- else -}}
{{- dict "value" $patch | toJson -}}
{{- end -}}
{{- end -}}
