{{/* What the schema cannot say: values that do not go together. Each is one sentence that names them. */}}
{{- define "tinsel.checks" -}}
{{- $v := .Values -}}
{{- $stop := $v.shutdown -}}
{{- $needed := add $stop.preStopSeconds $stop.drainSeconds 10 -}}
{{- if lt (int $stop.graceSeconds) (int $needed) -}}
{{- fail (printf "shutdown.graceSeconds is %d, and must be at least preStopSeconds + drainSeconds + 10, which is %d" (int $stop.graceSeconds) (int $needed)) -}}
{{- end -}}
{{- if and $v.autoscaling.enabled $v.keda.enabled -}}
{{- fail "autoscaling.enabled and keda.enabled: only one may scale the servers" -}}
{{- end -}}
{{- range $name := list "autoscaling" "keda" -}}
{{- with index $v $name -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- fail (printf "%s.minReplicas is %d, and must not be more than maxReplicas, which is %d" $name (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name := list "serviceMonitor" "prometheusRule" "dashboards" -}}
{{- if and (index $v.metrics $name).enabled (not $v.metrics.enabled) -}}
{{- fail (printf "metrics.%s.enabled needs metrics.enabled" $name) -}}
{{- end -}}
{{- end -}}
{{- if and $v.keda.enabled (not $v.metrics.enabled) -}}
{{- fail "keda.enabled needs metrics.enabled" -}}
{{- end -}}
{{- if and $v.keda.enabled (ge (int $v.keda.streamsPerServer) (int $v.options.streamsMax)) -}}
{{- fail "keda.streamsPerServer must be less than options.streamsMax, or servers refuse streams before there are more servers" -}}
{{- end -}}
{{- if and $v.keda.enabled (ge (int $v.keda.callsPerServer) (int $v.options.callsMax)) -}}
{{- fail "keda.callsPerServer must be less than options.callsMax, or servers refuse calls before there are more servers" -}}
{{- end -}}
{{- include "tinsel.storeChecks" . -}}
{{- include "tinsel.adminChecks" . -}}
{{- include "tinsel.labelChecks" . -}}
{{- range $name, $probe := $v.probes -}}
{{- if gt (int $probe.timeoutSeconds) (int $probe.periodSeconds) -}}
{{- fail (printf "probes.%s.timeoutSeconds is %d, and must not be more than periodSeconds, which is %d" $name (int $probe.timeoutSeconds) (int $probe.periodSeconds)) -}}
{{- end -}}
{{- end -}}
{{- if and $v.apiKeys.secret.name (not $v.test.apiKeySecret.name) -}}
{{- fail "test.apiKeySecret.name must name a Secret with an API key, as apiKeys.secret.name lets only who holds one create matches" -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.storeChecks" -}}
{{- $v := .Values -}}
{{- $store := $v.store -}}
{{- if $store.urlSecret.name -}}
{{- include "tinsel.keyCheck" . -}}
{{- else if eq $store.mode "memory" -}}
{{- if or (gt (int $v.replicas) 1) $v.autoscaling.enabled $v.keda.enabled -}}
{{- fail "store.mode memory is for one server: set replicas to 1, and neither autoscaling nor keda" -}}
{{- end -}}
{{- else -}}
{{- include "tinsel.keyCheck" . -}}
{{- if not $store.hosts -}}
{{- fail (printf "store.hosts must name at least one host, as store.mode is %s" $store.mode) -}}
{{- end -}}
{{- if and (eq $store.mode "redis") (ne (len $store.hosts) 1) -}}
{{- fail "store.hosts must name one host, as store.mode is redis; sentinel and cluster have several" -}}
{{- end -}}
{{- if and (eq $store.mode "sentinel") (not $store.master) -}}
{{- fail "store.master must say what the sentinels call the master, as store.mode is sentinel" -}}
{{- end -}}
{{- if and (eq $store.mode "cluster") $store.database -}}
{{- fail "store.database must be 0, as store.mode is cluster" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.keyCheck" -}}
{{- if not .Values.keys.secret.name -}}
{{- fail "keys.secret.name must name a Secret with the key that tokens are made with" -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.adminChecks" -}}
{{- $v := .Values -}}
{{- if and $v.networkPolicy.operators (not (include "tinsel.adminIsOpen" .)) -}}
{{- fail "networkPolicy.operators needs admin.tokenSecret.name: without a token operators are served inside the pod only" -}}
{{- end -}}
{{- if and $v.networkPolicy.operators (not $v.networkPolicy.enabled) -}}
{{- fail "networkPolicy.operators needs networkPolicy.enabled: without it everybody who reaches the pods reaches the port of operators" -}}
{{- end -}}
{{- if and $v.metrics.enabled $v.admin.enabled (eq (int $v.metrics.port) 7401) -}}
{{- fail "metrics.port must not be 7401, where operators are served" -}}
{{- end -}}
{{- end -}}

{{/* A label that comes twice is refused by Kubernetes, or one of both goes lost. */}}
{{- define "tinsel.labelChecks" -}}
{{- $own := include "tinsel.labels" . | fromYaml | keys | concat (list "app.kubernetes.io/component") -}}
{{- $m := .Values.metrics -}}
{{- $given := dict "podLabels" .Values.podLabels "metrics.serviceMonitor.labels" $m.serviceMonitor.labels "metrics.prometheusRule.labels" $m.prometheusRule.labels "metrics.dashboards.labels" $m.dashboards.labels -}}
{{- range $place, $labels := $given -}}
{{- range $label, $_ := $labels -}}
{{- if has $label $own -}}
{{- fail (printf "%s may not have %s, which the chart sets" $place $label) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What is open to everybody, for whoever installs it to know. */}}
{{- define "tinsel.openness" -}}
{{- $policy := .Values.networkPolicy -}}
{{- if not $policy.enabled -}}
The network limits nothing, as networkPolicy.enabled is false: every port is open to whoever reaches the pods.
{{- else -}}
{{- $open := list -}}
{{- if not $policy.clients -}}{{- $open = append $open "calls (networkPolicy.clients)" -}}{{- end -}}
{{- if and .Values.metrics.enabled (not $policy.scrapers) -}}{{- $open = append $open "metrics, without a key (networkPolicy.scrapers)" -}}{{- end -}}
{{- with $open }}
Open to everybody who reaches the pods: {{ join "; " . }}. Name peers there to close it.
{{- end -}}
{{- $anywhere := list -}}
{{- if and (include "tinsel.storePorts" .) (not $policy.store) -}}{{- $anywhere = append $anywhere "of Redis (networkPolicy.store)" -}}{{- end -}}
{{- if and (include "tinsel.collectorPorts" .) (not $policy.collectors) -}}{{- $anywhere = append $anywhere "of collectors (networkPolicy.collectors)" -}}{{- end -}}
{{- with $anywhere }}
Servers may talk to any address at the ports {{ join "; " . }}.
{{- end -}}
{{- end -}}
{{- end -}}
